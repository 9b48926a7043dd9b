-- Adds uses of keys that a node has counted: [{key, scope, uses, at}]. Days are those of UTC, and are kept for 90 days.
create or replace function private.note_key_uses(used jsonb) returns void
language sql volatile security definer set search_path = '' as $$
	insert into public.api_key_uses as u (space_id, key_id, day, scope, uses)
	select k.space_id, k.id, (x.at at time zone 'UTC')::date, x.scope, x.uses
	from jsonb_to_recordset(used) x (key uuid, scope text, uses int, at timestamptz)
	join public.api_keys k on k.id = x.key
	order by k.id, x.scope
	on conflict (space_id, key_id, day, scope) do update set uses = u.uses + excluded.uses;
	delete from public.api_key_uses u
	where u.key_id in (select x.key from jsonb_to_recordset(used) x (key uuid)) and u.day < current_date - 90;
	update public.api_keys k set last_used_at = greatest(k.last_used_at, x.at)
	from (select y.key, max(y.at) as at from jsonb_to_recordset(used) y (key uuid, at timestamptz) group by y.key) x
	where k.id = x.key;
$$;

grant execute on function private.note_key_uses(jsonb) to service_role;
