-- An e-mail address as it is stored, compared and sent to: lower case, with the domain in ASCII (RFC 5890). Null for one that cannot be
-- sent to: without a dot in its domain, with control characters, over 254 characters, or with a local part outside ASCII, which
-- SMTP servers take with SMTPUTF8 only. Normalized before any check, because some characters become "@" or "." only then.
create or replace function private.normalize_address(address text) returns text
language plpgsql immutable strict parallel safe as $$
declare
	plain text := lower(btrim(address, E' \t\r\n\u00a0\ufeff'));
	at_sign int;
	local_part text;
	domain text;
begin
	-- The rule for nearly all, in one step.
	if length(plain) <= 254 and plain ~ '^[a-z0-9_+-]{1,32}(\.[a-z0-9_+-]{1,31})?@([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])$' then
		return plain;
	end if;
	-- Longer than any address in its Unicode form.
	if length(plain) > 320 or plain ~ '[[:cntrl:]]' then
		return null;
	end if;
	plain := lower(normalize(plain, NFKC));
	at_sign := strpos(plain, '@');
	local_part := left(plain, at_sign - 1);
	domain := substr(plain, at_sign + 1);
	if at_sign not between 2 and 65 or local_part !~ '^[a-z0-9!#$%&''*+/=?^_`{|}~-]+(\.[a-z0-9!#$%&''*+/=?^_`{|}~-]+)*$' then
		return null;
	end if;
	if domain ~ '[^ -~]' then
		-- Invisible characters would make two addresses of one.
		if domain ~ '[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2000-\u206f\u3164\ufe00-\ufe0f\ufeff\ufff0-\uffff]' then
			return null;
		end if;
		domain := translate(domain, U&'\3002', '.');
		domain := (select string_agg(case when length(label) <= 63 and label ~ '[^ -~]' then 'xn--' || private.punycode(label) else label end,
			'.' order by n) from string_to_table(domain, '.') with ordinality l (label, n));
	end if;
	if length(local_part) + 1 + length(domain) > 254 or domain !~ '^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])$' then
		return null;
	end if;
	return local_part || '@' || domain;
end
$$;

grant execute on function private.normalize_address(text) to product_door;
