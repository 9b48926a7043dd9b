-- A text with spaces around each sign of scripts without spaces (Thai, Chinese, Japanese), as otherwise a whole sentence would be one word.
create or replace function private.spaced_signs(said text) returns text
language sql immutable set search_path = '' as $$
	select case when octet_length(said) = char_length(said) then said
		else regexp_replace(said, '([\u0e00-\u0e7f\u3040-\u30ff\u3400-\u9fff])', ' \1 ', 'g') end
$$;
