-- Writes the dotless ı as i in the search words of some testimonials from before private.text_words did so; false when no space is left. A row
-- that another transaction changes meanwhile is changed from what that one leaves.
create or replace function private.undot_piece(most int) returns boolean
language plpgsql volatile set search_path = '' as $$
declare
	piece private.dotless_spaces;
	last uuid;
begin
	select * into piece from private.dotless_spaces u order by u.space_id limit 1 for update;
	if not found then
		return false;
	end if;
	select x.testimonial_id into last from (
		select w.testimonial_id from private.search_words w where w.space_id = piece.space_id and w.testimonial_id > piece.undotted_to
		order by w.testimonial_id limit most) x
	order by x.testimonial_id desc limit 1;
	if last is null then
		delete from private.dotless_spaces u where u.space_id = piece.space_id;
		return true;
	end if;
	update private.search_words w set words = replace(w.words::text, U&'\0131', 'i')::tsvector
	where w.space_id = piece.space_id and w.testimonial_id > piece.undotted_to and w.testimonial_id <= last
		and strpos(w.words::text, U&'\0131') > 0;
	update private.dotless_spaces u set undotted_to = last where u.space_id = piece.space_id;
	return true;
end
$$;
