-- Ticks the steps that its arguments name, of the space of a row. Its triggers are deferred: the row of the space is the last lock of a
-- transaction, so that two of them never wait for each other.
create or replace function private.follow_milestones() returns trigger
language plpgsql volatile security definer set search_path = '' as $$
begin
	for n in 0 .. tg_nargs - 1 loop
		perform private.reach_milestone(new.space_id, tg_argv[n]);
	end loop;
	return null;
end
$$;
