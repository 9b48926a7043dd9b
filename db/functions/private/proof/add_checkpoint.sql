-- Stores a signed checkpoint, with the key that signed it. `checkpoint` is {number, made_at, first_entry, last_entry, text, key_id}.
create or replace function private.add_checkpoint(checkpoint jsonb, root bytea, previous bytea, signature bytea, public_key text) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
	insert into private.proof_keys (id, public_key) values ($1 ->> 'key_id', $5) on conflict do nothing;
	insert into private.checkpoints (number, made_at, first_entry, last_entry, root, previous, text, key_id, signature)
	values (($1 ->> 'number')::bigint, ($1 ->> 'made_at')::timestamptz, ($1 ->> 'first_entry')::bigint, ($1 ->> 'last_entry')::bigint,
		$2, $3, $1 ->> 'text', $1 ->> 'key_id', $4);
end
$$;

grant execute on function private.add_checkpoint(jsonb, bytea, bytea, bytea, text) to service_role;
