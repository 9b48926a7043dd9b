-- The URL of a stored file. Its route checks at each request that the testimonial is still public.
create or replace function private.media_address(path text) returns text
language sql immutable strict parallel safe set search_path = '' as $$
	select '/media/' || case when path ~ '^[A-Za-z0-9._~/-]*$' then path else (
		select string_agg(case when letter ~ '^[A-Za-z0-9._~/-]$' then letter
			else regexp_replace(upper(encode(convert_to(letter, 'UTF8'), 'hex')), '(..)', '%\1', 'g') end, '' order by place)
		from regexp_split_to_table(path, '') with ordinality letters(letter, place)) end
$$;
