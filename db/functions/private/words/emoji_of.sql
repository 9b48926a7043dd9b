-- The emoji of a text, each once. The parser of the text search takes them for punctuation.
create or replace function private.emoji_of(said text) returns text[]
language sql immutable set search_path = '' as $$
	select case when octet_length(said) = char_length(said) then '{}'
		else array(select distinct m[1] from regexp_matches(said, '[\u2600-\u27bf\u2b50\U0001f000-\U0001faff]', 'g') m) end
$$;
