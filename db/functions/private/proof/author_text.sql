-- The author of a testimonial, as entries of its history commit to them.
create or replace function private.author_text(name text, title text, company text, url text) returns text language sql stable parallel safe as $$
	select jsonb_build_object('name', name, 'title', title, 'company', company, 'url', url)::text
$$;
