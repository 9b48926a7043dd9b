-- Checkpoints with the leaves of their batches, in order, for a check of the whole log.
create or replace function private.checkpoints_after(after bigint, most int) returns table (checkpoint jsonb)
language sql stable security definer set search_path = '' as $$
	select jsonb_build_object('number', c.number, 'first_entry', c.first_entry, 'last_entry', c.last_entry, 'text', c.text,
		'root', encode(c.root, 'hex'), 'signature', encode(c.signature, 'base64'), 'key', c.key_id, 'public_key', k.public_key,
		'leaves', (select string_agg(encode(l.leaf, 'hex'), '' order by l.number) from private.proof_log l
			where l.number between c.first_entry and c.last_entry))
	from private.checkpoints c join private.proof_keys k on k.id = c.key_id
	where c.number > $1 order by c.number limit $2
$$;

grant execute on function private.checkpoints_after(bigint, int) to service_role;
