-- Writes the hashes by which duplicates of some testimonials are found. Forty bytes are seven words, or a sentence in Chinese.
create or replace function private.index_hashes(testimonials uuid[]) returns void
language sql volatile security definer set search_path = '' as $$
	insert into private.testimonial_hashes (space_id, testimonial_id, words, name, address)
	select t.space_id, t.id, case when octet_length(p.said) >= 40 then hashtextextended(p.said, 0) end,
		hashtextextended(private.plain_words(t.author_name), 0), hashtextextended(lower(c.email), 0)
	from public.testimonials t
	cross join lateral (select private.plain_words(t.body) as said) p
	left join public.testimonial_contacts c on c.space_id = t.space_id and c.testimonial_id = t.id
	where t.id = any (testimonials)
	on conflict (space_id, testimonial_id) do update set words = excluded.words, name = excluded.name, address = excluded.address
$$;

alter function private.index_hashes(uuid[]) owner to product_door;
