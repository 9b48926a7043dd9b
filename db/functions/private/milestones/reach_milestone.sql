-- Ticks a step of the guide of a space. A step that is ticked keeps its time, and its row is neither written nor locked.
create or replace function private.reach_milestone(space uuid, step text) returns void
language sql volatile set search_path = '' as $$
	update public.spaces s set milestones = s.milestones || jsonb_build_object($2, now())
	where s.id = $1 and s.milestones ->> $2 is null
$$;
