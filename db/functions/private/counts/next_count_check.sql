-- The space whose counts are compared with its rows next: one that is not counted yet, or the one whose comparison is the longest ago, if
-- that is older than some seconds; null when none is.
create or replace function private.next_count_check(seconds int) returns uuid
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_variable
declare
	chosen uuid;
begin
	select u.space_id into chosen from private.uncounted_spaces u order by u.space_id limit 1;
	if chosen is null then
		select s.id into chosen from public.spaces s where not exists (select from private.count_checks k where k.space_id = s.id) limit 1;
	end if;
	if chosen is null then
		select k.space_id into chosen from private.count_checks k where k.checked_at < now() - make_interval(secs => seconds)
		order by k.checked_at limit 1;
	end if;
	return chosen;
end
$$;

grant execute on function private.next_count_check(int) to service_role;
