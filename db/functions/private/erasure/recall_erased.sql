-- Remembers again, after a restore, what remember_erased noted: rows of plaudit.erasures.
create or replace function private.recall_erased(erasures jsonb) returns void
language sql volatile set search_path = '' as $$
	insert into private.erased_keys (space_id, key)
	select distinct on (e.space_id) e.space_id, decode(e.row_hash, 'hex')
	from jsonb_to_recordset(erasures) e (kind text, space_id uuid, row_hash text)
	join public.spaces s on s.id = e.space_id where e.kind = 'erased_key'
	order by e.space_id on conflict do nothing;
	insert into private.erased (space_id, kind, hash, erased_at)
	select e.space_id, substr(e.kind, 8), decode(e.row_hash, 'hex'), coalesce(e.erased_at, now())
	from jsonb_to_recordset(erasures) e (kind text, space_id uuid, row_hash text, erased_at timestamptz)
	join public.spaces s on s.id = e.space_id where e.kind in ('erased_address', 'erased_words', 'erased_source')
	on conflict do nothing
$$;
