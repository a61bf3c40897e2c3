"""What the rules' words are called in English and in French (the words of the rules' source)."""

from __future__ import annotations

from typing import Final

from engine.tabletop import skills
from engine.tabletop.items import ITEMS
from engine.tabletop.moves import STRUGGLE

Terms = dict[str, tuple[str, str]]  # (English, French) by the word that the engine uses

STATS: Final[Terms] = {
    "strength": ("Strength", "Force"),
    "concentration": ("Concentration", "Concentration"),
    "constitution": ("Constitution", "Constitution"),
    "will": ("Will", "Volonté"),
    "dexterity": ("Dexterity", "Dextérité"),
    "vitality": ("Vitality", "Vitalité"),
    "energy": ("Energy", "Énergie"),
    "precision": ("Precision", "Précision"),
}
TYPES: Final[Terms] = {
    "normal": ("Normal", "Normal"),
    "fire": ("Fire", "Feu"),
    "water": ("Water", "Eau"),
    "electric": ("Electric", "Électrik"),
    "grass": ("Grass", "Plante"),
    "ice": ("Ice", "Glace"),
    "fighting": ("Fighting", "Combat"),
    "poison": ("Poison", "Poison"),
    "ground": ("Ground", "Sol"),
    "flying": ("Flying", "Vol"),
    "psychic": ("Psychic", "Psy"),
    "bug": ("Bug", "Insecte"),
    "rock": ("Rock", "Roche"),
    "ghost": ("Ghost", "Spectre"),
    "dragon": ("Dragon", "Dragon"),
    "dark": ("Dark", "Ténèbres"),
    "steel": ("Steel", "Acier"),
    "fairy": ("Fairy", "Fée"),
}
CONDITIONS: Final[Terms] = {
    "burn": ("Burn", "Brûlure"),
    "poison": ("Poison", "Empoisonnement"),
    "bad_poison": ("Bad poison", "Empoisonnement grave"),
    "paralysis": ("Paralysis", "Paralysie"),
    "freeze": ("Freeze", "Gel"),
    "sleep": ("Sleep", "Sommeil"),
    "confusion": ("Confusion", "Confusion"),
    "attraction": ("Attraction", "Attirance"),
    "curse": ("Curse", "Malédiction"),
    "fear": ("Fear", "Peur"),
}
ORDERS: Final[Terms] = {
    "use": ("Use a move", "Utiliser une capacité"),
    "counter": ("Counter", "Contre-carrer"),
    "wait": ("Wait", "Attendre"),
    "approach": ("Approach", "S’approcher"),
    "withdraw": ("Withdraw", "S’éloigner"),
    "ball": ("Throw a ball", "Lancer une Ball"),
    "say": ("Something else", "Autre chose"),
    "endure": ("Endure", "Endurer"),
    "dodge": ("Dodge", "Esquiver"),
    "none": ("No reaction", "Aucune réaction"),
}
CATEGORIES: Final[Terms] = {
    "physical": ("Physical", "Physique"),
    "special": ("Special", "Spéciale"),
    "other": ("Other", "Autre"),
}
BALLS: Final[Terms] = {
    "poke_ball": ("Poké Ball", "Poké Ball"),
    "super_ball": ("Super Ball", "Super Ball"),
    "hyper_ball": ("Hyper Ball", "Hyper Ball"),
    "master_ball": ("Master Ball", "Master Ball"),
}
AWARDS: Final[Terms] = {
    "automatic": ("Took part", "Automatique"),
    "information": ("Crucial information", "Informations obtenues"),
    "role_play": ("Role-play", "Role-play"),
    "heroic": ("Heroic act", "Acte héroïque"),
    "failure": ("Failure", "Échec"),
}
SKILLS: Final[Terms] = {name: (name, french) for name, french in skills.FRENCH.items()}
ITEM_NAMES: Final[Terms] = {item.slug: (item.name, item.french) for item in ITEMS}
MOVES: Final[Terms] = {  # those that the rules themselves name
    "struggle": (STRUGGLE.name, "Lutte"),
    "curse": ("Curse", "Malédiction"),
    "tri_attack": ("Tri Attack", "Triplattaque"),
    "sacred_fire": ("Sacred Fire", "Feu Sacré"),
    "flame_wheel": ("Flame Wheel", "Roue De Feu"),
    "snore": ("Snore", "Ronflement"),
    "sleep_talk": ("Sleep Talk", "Blabla Dodo"),
}
