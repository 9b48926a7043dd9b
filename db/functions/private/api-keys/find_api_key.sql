-- The key with this SHA-256 that may be used now: its id, its space, what it may, and its end.
create or replace function private.find_api_key(hash bytea)
returns table (id uuid, space_id uuid, name text, role text, scopes text[], expires_at timestamptz)
language sql stable security definer set search_path = '' as $$
	select k.id, k.space_id, k.name, k.role, private.key_scopes(k.role, k.scopes), k.expires_at
	from private.api_key_hashes h
	join public.api_keys k on k.space_id = h.space_id and k.id = h.key_id
	where h.hash = find_api_key.hash and k.revoked_at is null and (k.expires_at is null or k.expires_at > clock_timestamp())
$$;

grant execute on function private.find_api_key(bytea) to service_role;
