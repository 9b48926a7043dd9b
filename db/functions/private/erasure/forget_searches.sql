-- Takes the addresses and names of an erased person out of the saved searches of a space, of members too. The view keeps its other
-- filters, and loses its name when that names the person. A search for a part of a name counts when it is made of whole words.
create or replace function private.forget_searches(space uuid, addresses text[], names text[]) returns void
language plpgsql volatile set search_path = '' as $$
declare
	words constant text[] := array(
		select private.plain_words(n) from unnest(names) n where private.plain_words(n) ~ '\w\w');
begin
	with said as (
		select v.id, v.filter ->> 'q' as asked, v.name from public.saved_views v where v.space_id = space
	), named as (
		select s.id, s.asked is not null and private.names_person(s.asked, addresses, words) as in_search,
			private.names_person(s.name, addresses, words) as in_name
		from said s
	)
	update public.saved_views v
	set filter = case when n.in_search then v.filter - 'q' else v.filter end,
		name = case when n.in_name then 'Search' else v.name end
	from named n where v.space_id = space and v.id = n.id and (n.in_search or n.in_name);
end
$$;
