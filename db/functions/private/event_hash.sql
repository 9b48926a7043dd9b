-- The hash of one event and of the hash before it: a changed or missing event is detected.
create or replace function private.event_hash(previous bytea, testimonial uuid, seq int, kind text, actor text, at timestamptz, detail jsonb)
returns bytea language sql stable set search_path = '' as $$
	select sha256(coalesce($1, ''::bytea) || convert_to(concat_ws('|', $2, $3, $4, $5, extract(epoch from $6), $7::text), 'UTF8'))
$$;

alter function private.event_hash(bytea, uuid, int, text, text, timestamptz, jsonb) owner to product_door;
