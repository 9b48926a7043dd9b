-- Notifies every node that a space changed, so that caches drop it, and queues the purge of a CDN where the operator set one
-- (docs/decisions/0052-behind-a-cdn.md). A transaction queues each space once. A unique key would make writers wait for each other.
create or replace function private.notify_space(space uuid) returns void
language plpgsql volatile set search_path = '' as $$
declare
	queued text := coalesce(current_setting('plaudit.purged_spaces', true), '');
begin
	perform pg_notify('plaudit_space', space::text);
	if not exists (select from private.limits l where l.name = 'cdn_purges' and l.most = 1) or position(space::text in queued) > 0 then
		return;
	end if;
	perform set_config('plaudit.purged_spaces', queued || space, true);
	insert into plaudit.jobs (kind, payload) values ('collect_purges', jsonb_build_object('space', space));
end
$$;
