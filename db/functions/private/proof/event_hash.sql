-- The hash of an entry of format 1, which new entries do not have: it commits to the words without a salt.
create or replace function private.event_hash(previous bytea, testimonial uuid, seq int, kind text, actor text, at timestamptz, detail jsonb)
returns bytea language sql stable set search_path = '' as $$
	select sha256(coalesce($1, ''::bytea) || convert_to(private.former_entry_text($2, $3, $4, $5, $6, $7), 'UTF8'))
$$;
