-- The text of an entry of format 1: its hash is the SHA-256 of the hash before, as bytes, and this text.
create or replace function private.former_entry_text(testimonial uuid, seq int, kind text, actor text, at timestamptz, detail jsonb) returns text
language sql stable parallel safe as $$
	select concat_ws('|', testimonial, seq, kind, actor, extract(epoch from at), detail::text)
$$;
