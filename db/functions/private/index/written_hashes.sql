-- The hashes by which duplicates of some testimonials are found. Forty bytes are seven words, or a sentence in Chinese.
create or replace function private.written_hashes(testimonials uuid[])
returns table (space_id uuid, testimonial_id uuid, words bigint, name bigint, address bigint)
language sql stable security definer set search_path = '' as $$
	select t.space_id, t.id, case when octet_length(p.said) >= 40 then hashtextextended(p.said, 0) end,
		hashtextextended(private.plain_words(t.author_name), 0), hashtextextended(lower(c.email), 0)
	from public.testimonials t
	cross join lateral (select private.plain_words(t.body) as said) p
	left join public.testimonial_contacts c on c.space_id = t.space_id and c.testimonial_id = t.id
	where t.id = any (testimonials)
$$;
