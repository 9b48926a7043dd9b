-- The text whose SHA-256 is a commitment: a line with its subject, the salt, and the content. The salt is derived for each commitment, so that
-- one can be opened without the others.
create or replace function private.commitment_text(secret bytea, about text, content text) returns text language sql stable parallel safe as $$
	select concat('plaudit-', about, E'\n', encode(sha256(secret || convert_to(about, 'UTF8')), 'hex'), E'\n', content, E'\n')
$$;
