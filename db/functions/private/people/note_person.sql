-- Writes into the history of a space what was done about a person. Of the address or name there is a hash with its own salt: it tells
-- whether a known address was meant, and no list of addresses can be made of the history.
create or replace function private.note_person(space uuid, kind text, actor uuid, sought text, detail jsonb) returns void
language plpgsql volatile set search_path = '' as $$
declare
	salt bytea := uuid_send(gen_random_uuid());
begin
	perform private.add_space_event(space, kind, actor, detail || case when sought is null then '{}' else jsonb_build_object(
		'salt', encode(salt, 'hex'), 'hash', encode(sha256(salt || convert_to(sought, 'UTF8')), 'hex')) end);
end
$$;
