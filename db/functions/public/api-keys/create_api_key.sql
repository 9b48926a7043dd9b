-- Makes a key of a space, which is shown this once: its hash alone is kept. `scopes` null is all of the role. Owners only.
create or replace function public.create_api_key(space_id uuid, name text, role text, scopes text[] default null, expires_at timestamptz default null)
returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
#variable_conflict use_column
declare
	asked constant uuid := create_api_key.space_id;
	line constant text := btrim(normalize(create_api_key.name, NFC));
	wanted constant text[] := array(select distinct s from unnest(create_api_key.scopes) s order by s);
	known constant text[] := private.key_scopes('editor', null);
	readable constant text[] := private.key_scopes('viewer', null) || '{people:read}';
	key text := 'plk_' || translate(rtrim(encode(private.new_secret(), 'base64'), '='), '+/', '-_');
	id uuid := gen_random_uuid();
begin
	perform private.require_owner(asked);
	if line is null or char_length(line) not between 1 and 80 or line ~ '[[:cntrl:]]' then
		raise exception using errcode = '22023', message = 'A key has a name of 1 to 80 characters on one line.', column = 'name';
	end if;
	if role is null or role not in ('viewer', 'editor') then
		raise exception using errcode = '22023', message = 'The role of a key is viewer or editor.', column = 'role';
	end if;
	if create_api_key.scopes is not null and (cardinality(wanted) = 0 or not wanted <@ case role when 'editor' then known else readable end) then
		raise exception using errcode = '22023', column = 'scopes', message = format('The scopes of a key that is %s are: %s.',
			case role when 'editor' then 'an editor' else 'a viewer' end, array_to_string(case role when 'editor' then known else readable end, ', '));
	end if;
	if create_api_key.expires_at not between now() + interval '1 minute' and now() + interval '10 years' then
		raise exception using errcode = '22023', message = 'A key ends in the future, within ten years, or never.', column = 'expires_at';
	end if;
	-- One at a time, so that two calls do not exceed the number together.
	perform from public.spaces s where s.id = asked for update;
	if (select count(*) from public.api_keys k where k.space_id = asked and k.revoked_at is null
		and (k.expires_at is null or k.expires_at > now())) >= 50 then
		raise exception using errcode = 'PT422', message = 'A space has at most 50 keys. Revoke one that is not used.', hint = 'limit_reached';
	end if;
	insert into public.api_keys (id, space_id, name, role, scopes, prefix, created_by, expires_at)
	values (id, asked, line, role, case when create_api_key.scopes is not null then wanted end, left(key, 8), auth.uid(), create_api_key.expires_at);
	insert into private.api_key_hashes (space_id, key_id, hash) values (asked, id, sha256(convert_to(key, 'UTF8')));
	perform private.add_space_event(asked, 'key_made', auth.uid(), jsonb_build_object('key', id, 'name', line));
	return jsonb_build_object('id', id, 'key', key);
end
$$;

grant execute on function public.create_api_key(uuid, text, text, text[], timestamptz) to authenticated;
