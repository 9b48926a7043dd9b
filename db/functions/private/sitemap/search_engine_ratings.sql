-- The public ratings of a space for structured data, without those that were taken over, entered by a member, or rewarded.
create or replace function private.search_engine_ratings(space uuid) returns table (count int, sum int)
language sql stable security definer rows 1 set search_path = '' as $$
	select count(*)::int, coalesce(sum(s.rating), 0)::int from private.shown_testimonials s
	where s.space_id = space and s.rating is not null and s.reward_disclosure = ''
		and s.source <> 'import' and coalesce(s.basis, '') not in ('imported', 'vouched')
$$;

grant execute on function private.search_engine_ratings(uuid) to anon;
