-- The words and stars of a testimonial, as entries of its history commit to them.
create or replace function private.words_text(body text, rating smallint) returns text language sql stable parallel safe as $$
	select jsonb_build_object('body', body, 'rating', rating)::text
$$;

alter function private.words_text(text, smallint) owner to product_door;
