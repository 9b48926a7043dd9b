-- The checkpoints that seal some entries of the log: {number, made_at, first_entry, text, signature, key, public_key, leaves}. The leaves, null
-- unless asked for, are those of its whole batch, of which the paths of single entries are made.
create or replace function private.proof_checkpoints(entries bigint[], with_leaves boolean) returns jsonb
language plpgsql stable set search_path = '' as $$
#variable_conflict use_column
begin
	return (
		select coalesce(jsonb_agg(jsonb_build_object('number', c.number, 'made_at', c.made_at, 'first_entry', c.first_entry, 'text', c.text,
			'signature', encode(c.signature, 'base64'), 'key', c.key_id, 'public_key', k.public_key,
			'leaves', case when $2 then (select string_agg(encode(l.leaf, 'hex'), '' order by l.number) from private.proof_log l
				where l.number between c.first_entry and c.last_entry) end) order by c.number), '[]')
		from private.checkpoints c join private.proof_keys k on k.id = c.key_id
		where c.number in (select (select x.number from private.checkpoints x where x.last_entry >= e order by x.last_entry limit 1) from unnest($1) e)
	);
end
$$;
