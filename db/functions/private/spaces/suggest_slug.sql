-- A free slug like the given one, with a number at its end.
create or replace function private.suggest_slug(wanted text, taken_by text) returns text
language sql stable security definer set search_path = '' as $$
	select candidate from (
		select left($1, 58) || '-' || n as candidate from generate_series(2, 200) n
	) candidates
	where case $2
		when 'form' then not exists (select from private.form_slugs s where s.slug = candidate)
		else not exists (select from public.walls w where w.slug = candidate)
	end
	limit 1
$$;
