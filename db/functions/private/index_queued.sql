-- Writes the search words and hashes of up to `most` submissions that wait for them, and returns how many it took from the queue. Any number of
-- nodes may call it. A row that a trigger wrote meanwhile is the newer one and stays; a testimonial that is being deleted waits.
create or replace function private.index_queued(most int) returns int
language plpgsql volatile security definer set search_path = '' as $$
declare
	places tid[];
	ids uuid[];
	present uuid[];
	taken int;
begin
	select array_agg(q.place), array_agg(q.testimonial_id) into places, ids
	from (select u.ctid as place, u.testimonial_id from private.unindexed_testimonials u limit most for update skip locked) q;
	if ids is null then
		return 0;
	end if;
	present := array(select t.id from public.testimonials t where t.id = any (ids) order by t.id for key share skip locked);

	insert into private.search_words (space_id, testimonial_id, submitted_at, language, words)
	select w.space_id, w.testimonial_id, w.submitted_at, w.language, private.space_words(w.space_id, w.words)
	from private.written_words(present) w
	on conflict do nothing;
	insert into private.testimonial_hashes (space_id, testimonial_id, words, name, address)
	select w.space_id, w.testimonial_id, w.words, w.name, w.address from private.written_hashes(present) w
	on conflict do nothing;
	if exists (select from private.unindexed_spaces) then
		insert into private.testimonial_words (space_id, testimonial_id, language, words)
		select w.space_id, w.testimonial_id, w.language, w.words
		from private.written_words(present) w
		join private.unindexed_spaces s on s.space_id = w.space_id
		on conflict do nothing;
	end if;

	delete from private.unindexed_testimonials u where u.ctid = any (places)
		and (u.testimonial_id = any (present) or not exists (select from public.testimonials t where t.id = u.testimonial_id));
	get diagnostics taken = row_count;
	return taken;
end
$$;

alter function private.index_queued(int) owner to product_door;
grant execute on function private.index_queued(int) to service_role;
