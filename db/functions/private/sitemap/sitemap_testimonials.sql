-- A part of the public testimonials that a published wall shows which search engines may list.
create or replace function private.sitemap_testimonials(part int, most int) returns table (id uuid, changed_at timestamptz)
language sql stable security definer set search_path = '' as $$
	select t.id, greatest(t.approved_at, t.submitted_at)
	from (select * from public.testimonials t where t.is_public order by t.id offset $1 * $2::bigint limit $2) t
	where exists (select from public.walls w where w.space_id = t.space_id and w.is_published and not w.noindex
		and (w.selection = '{}' or private.is_shown_by(w, t::public.testimonials)))
$$;

grant execute on function private.sitemap_testimonials(int, int) to anon;
