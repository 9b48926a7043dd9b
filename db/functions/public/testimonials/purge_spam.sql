-- Queues the deletion of everything in the spam view that is older than a moment, and returns how many testimonials that is now.
create or replace function public.purge_spam(space_id uuid, until timestamptz) returns int
language plpgsql volatile security definer set search_path = '' as $$
#variable_conflict use_variable
declare
	space constant uuid := space_id;
	counted int;
begin
	perform private.require_owner(space);
	select count(*) into counted from public.testimonials t
	where t.space_id = space and t.status = 'pending' and t.spam_state <> 'clean' and t.withdrawn_at is null
		and t.submitted_at <= least(until, now());
	if counted > 0 then
		insert into plaudit.jobs (kind, payload) values ('purge_spam', jsonb_build_object(
			'space_id', space, 'until', least(until, now()), 'actor', auth.uid(), 'run', gen_random_uuid()));
	end if;
	return counted;
end
$$;

grant execute on function public.purge_spam(uuid, timestamptz) to authenticated;
