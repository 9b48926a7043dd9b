-- A text on one line without control and invisible characters, cut at a length; null when nothing is left.
create or replace function private.tidy_line(value text, most int) returns text language sql immutable parallel safe
return nullif(btrim(left(btrim(regexp_replace(regexp_replace(normalize(value, NFC),
	'[\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff]', '', 'g'), '[[:cntrl:][:space:]]+', ' ', 'g')), most)), '');

grant execute on function private.tidy_line(text, int) to product_door;
