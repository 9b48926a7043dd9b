-- Counts published walls and public testimonials, at most: the parts of a sitemap follow from it.
create or replace function private.sitemap_sizes() returns table (walls bigint, testimonials bigint)
language sql stable security definer set search_path = '' as $$
	select (select count(*) from public.walls w where w.is_published),
		(select count(*) from public.testimonials t where t.is_public)
$$;

grant execute on function private.sitemap_sizes() to anon;
