-- Writes the hashes by which duplicates of some testimonials are found.
create or replace function private.index_hashes(testimonials uuid[]) returns void
language sql volatile security definer set search_path = '' as $$
	insert into private.testimonial_hashes (space_id, testimonial_id, words, name, address)
	select w.space_id, w.testimonial_id, w.words, w.name, w.address from private.written_hashes(testimonials) w
	on conflict (space_id, testimonial_id) do update set words = excluded.words, name = excluded.name, address = excluded.address
$$;
