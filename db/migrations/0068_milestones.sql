-- The first five steps of a space, each the time at which it happened or null. Members cannot write them: triggers and
-- public.record_milestone do, and none is ever taken back.
alter table public.spaces add column milestones jsonb not null
	default '{"form": null, "shared": null, "first": null, "wall": null, "embedded": null}'
	constraint milestones_are_times check (private.are_milestones(milestones));
grant update (milestones) on public.spaces to product_door;

-- What a restore inserts is ticked once, at its end.
create constraint trigger reach_milestone after insert on public.forms deferrable initially deferred for each row
	when (current_setting('plaudit.restoring', true) is distinct from 'archive')
	execute function private.follow_milestones('form');
create constraint trigger reach_milestone after insert on public.testimonials deferrable initially deferred for each row
	when (current_setting('plaudit.restoring', true) is distinct from 'archive')
	execute function private.follow_milestones('first');
create constraint trigger reach_milestone after update of sent_at on public.invitations deferrable initially deferred for each row
	when (old.sent_at is null and new.sent_at is not null)
	execute function private.follow_milestones('shared');
create constraint trigger reach_milestone after insert or update on private.daily_views deferrable initially deferred for each row
	when (new.form_views > 0 or new.starts > 0)
	execute function private.follow_milestones('shared');
-- Publishing writes these columns, also with what they had: who likes the first look publishes it. A new name publishes nothing.
create constraint trigger reach_milestone after update of layout, theme, selection, is_published on public.walls
	deferrable initially deferred for each row when (new.is_published)
	execute function private.follow_milestones('wall');
create constraint trigger reach_milestone after insert on public.wall_embeds deferrable initially deferred for each row
	execute function private.follow_milestones('wall', 'embedded');

select private.fill_milestones(id) from public.spaces;
