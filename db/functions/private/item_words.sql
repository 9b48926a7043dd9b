-- What visitors can search in a testimonial as walls show it: its words, its author, its answers and the reply, in lower case.
create or replace function private.item_words(item jsonb) returns text
language sql immutable set search_path = '' as $$
	select lower(concat_ws(E'\n', item ->> 'text', item -> 'author' ->> 'name', item -> 'author' ->> 'title', item -> 'author' ->> 'company',
		item -> 'reply' ->> 'body', (select string_agg(a ->> 'value', E'\n') from jsonb_array_elements(item -> 'answers') a)))
$$;

alter function private.item_words(jsonb) owner to product_door;
