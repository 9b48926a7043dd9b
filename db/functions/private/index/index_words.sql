-- Writes what the search reads of some testimonials. The table before `search_words` is written for the spaces that still need it, and by
-- the migration that made it.
create or replace function private.index_words(testimonials uuid[]) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
	has_search_words constant boolean := to_regclass('private.search_words') is not null;
begin
	if has_search_words then
		insert into private.search_words (space_id, testimonial_id, submitted_at, language, words)
		select w.space_id, w.testimonial_id, w.submitted_at, w.language, private.space_words(w.space_id, w.words)
		from private.written_words(testimonials) w
		on conflict (space_id, testimonial_id) do update
		set submitted_at = excluded.submitted_at, language = excluded.language, words = excluded.words;
		if not exists (select from private.unindexed_spaces) then
			return;
		end if;
		testimonials := array(select t.id from public.testimonials t join private.unindexed_spaces u on u.space_id = t.space_id
			where t.id = any (testimonials));
	end if;
	insert into private.testimonial_words (space_id, testimonial_id, language, words)
	select w.space_id, w.testimonial_id, w.language, w.words from private.written_words(testimonials) w
	on conflict (space_id, testimonial_id) do update set language = excluded.language, words = excluded.words;
end
$$;
