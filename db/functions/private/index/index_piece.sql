-- Adds some testimonials to the search: submissions that wait for it, then those of a space that were there before its table; false when none is
-- left. A row that a trigger wrote meanwhile is the newer one and stays.
create or replace function private.index_piece(most int) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
	piece private.unindexed_spaces;
	ids uuid[];
begin
	-- Nodes of the version before call this alone.
	if private.index_queued(most) >= most then
		return true;
	end if;
	select * into piece from private.unindexed_spaces u order by u.space_id limit 1 for update;
	if not found then
		-- Rows of writers that still saw their space in the list.
		delete from private.testimonial_words;
		return private.undot_piece(most);
	end if;
	ids := array(select t.id from public.testimonials t where t.space_id = piece.space_id and t.id > piece.indexed_to order by t.id limit most);
	if ids = '{}' then
		-- Those that were committed behind the pieces.
		ids := array(select t.id from public.testimonials t where t.space_id = piece.space_id and not exists (
			select from private.search_words w where w.space_id = t.space_id and w.testimonial_id = t.id) limit most);
	end if;
	if ids = '{}' then
		delete from private.testimonial_words w where w.space_id = piece.space_id;
		delete from private.unindexed_spaces u where u.space_id = piece.space_id;
		return true;
	end if;
	insert into private.search_words (space_id, testimonial_id, submitted_at, language, words)
	select w.space_id, w.testimonial_id, w.submitted_at, w.language, private.space_words(w.space_id, w.words)
	from private.written_words(ids) w
	on conflict do nothing;
	update private.unindexed_spaces u set indexed_to = greatest(ids[cardinality(ids)], u.indexed_to) where u.space_id = piece.space_id;
	return true;
end
$$;

grant execute on function private.index_piece(int) to service_role;
