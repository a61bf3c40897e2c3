"""Addresses of the tabletop game. Those that change something take POST alone."""

from __future__ import annotations

from django.urls import path, re_path

from games.tables.views import awards, draws, members, scenes, sheets, tables

urlpatterns = [
    path("tables/", tables.all_tables, name="tables"),
    path("tables/dice/", draws.site_dice, name="site_dice"),
    path("tables/new/", tables.new_table, name="new_table"),
    path("tables/<int:table_id>/", tables.table, name="table"),
    path("tables/<int:table_id>/change/", tables.change_table, name="change_table"),
    path("tables/<int:table_id>/pause/", tables.pause, name="pause_table"),
    path("tables/<int:table_id>/resume/", tables.resume, name="resume_table"),
    path("tables/<int:table_id>/close/", tables.close, name="close_table"),
    path("tables/<int:table_id>/apply/", members.apply, name="apply_to_table"),
    path("tables/<int:table_id>/invite/", members.invite, name="invite_to_table"),
    path("tables/<int:table_id>/answer/", members.answer_invitation, name="answer_invitation"),
    path("tables/<int:table_id>/leave/", members.leave, name="leave_table"),
    path("tables/<int:table_id>/members/<int:player_id>/answer/", members.answer, name="answer_application"),
    path("tables/<int:table_id>/members/<int:player_id>/out/", members.put_out, name="put_out"),
    path("tables/<int:table_id>/members/<int:player_id>/gm/", members.make_gm, name="make_gm"),
    path("tables/<int:table_id>/scenes/", tables.open_scene, name="open_scene"),
    path("tables/<int:table_id>/dice/", draws.table_dice, name="table_dice"),
    path("tables/<int:table_id>/experience/", awards.give, name="give_experience"),
    path("tables/<int:table_id>/trainers/new/", sheets.new_trainer, name="new_trainer"),
    path("tables/<int:table_id>/pokemon/new/", sheets.new_pokemon, name="new_pokemon"),
    path("tables/<int:table_id>/sheets/import/", sheets.import_sheet, name="import_sheet"),
    path("sheets/<int:sheet_id>/", sheets.sheet, name="sheet"),
    path("sheets/<int:sheet_id>.json", sheets.export, name="export_sheet"),
    path("sheets/<int:sheet_id>/spend/", sheets.spend, name="spend"),
    path("sheets/<int:sheet_id>/change/", sheets.change, name="change_sheet"),
    path("scenes/<int:scene_id>/", scenes.scene, name="scene"),
    path("scenes/<int:scene_id>/draft/", scenes.save_draft, name="save_draft"),
    path("scenes/<int:scene_id>/close/", scenes.close, name="close_scene"),
    path("scenes/<int:scene_id>/draws/", draws.scene_draws, name="scene_draws"),
    re_path(r"^draws/(?P<log_id>[0-9]{1,18})\.(?P<kind>txt|json)$", draws.record, name="log_record"),
    path("scenes/<int:scene_id>/chances/", draws.chances, name="chances"),
    path("posts/<int:post_id>/", scenes.post, name="post"),
    path("posts/<int:post_id>/edit/", scenes.edit, name="edit_post"),
    path("posts/<int:post_id>/versions/", scenes.versions, name="post_versions"),
]
