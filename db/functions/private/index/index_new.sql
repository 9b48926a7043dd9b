-- Writes the search words and hashes of new testimonials. A row that a trigger wrote meanwhile is the newer one and stays.
create or replace function private.index_new(testimonials uuid[]) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
	insert into private.search_words (space_id, testimonial_id, submitted_at, language, words)
	select w.space_id, w.testimonial_id, w.submitted_at, w.language, private.space_words(w.space_id, w.words)
	from private.written_words(testimonials) w
	on conflict do nothing;
	insert into private.testimonial_hashes (space_id, testimonial_id, words, name, address)
	select w.space_id, w.testimonial_id, w.words, w.name, w.address from private.written_hashes(testimonials) w
	on conflict do nothing;
	if exists (select from private.unindexed_spaces) then
		insert into private.testimonial_words (space_id, testimonial_id, language, words)
		select w.space_id, w.testimonial_id, w.language, w.words
		from private.written_words(testimonials) w
		join private.unindexed_spaces s on s.space_id = w.space_id
		on conflict do nothing;
	end if;
end
$$;

grant execute on function private.index_new(uuid[]) to service_role;
