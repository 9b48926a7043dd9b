-- Stores an event about a customer, once for each reference, and asks them at once where `ask` names a form and the words: {form, subject, message}.
-- Returns {id, state, reason}. An address that was erased or declined is not stored: its answer has an id that is made of the reference.
create or replace function private.take_customer_event(space uuid, event jsonb, ask jsonb default null) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
	name_of constant text := take_customer_event.event ->> 'reference';
	address constant text := private.normalize_address(take_customer_event.event ->> 'email');
	made uuid;
	known record;
begin
	if space is null or not space = any (private.spaces_for('editor', 'invitations:write')) then
		raise exception using errcode = '42501', message = 'Only editors and owners of a space, and keys with the scope invitations:write, may send events.';
	end if;
	if address is null then
		raise exception using errcode = '22023', message = 'This is not an e-mail address that mail can be sent to.', column = 'person.email';
	end if;
	select e.id, e.state, e.reason into known from public.customer_events e where e.space_id = space and e.reference = name_of;
	if found then
		return to_jsonb(known);
	end if;
	if private.is_erased(space, address, null, null) or exists (select from private.declined_addresses d
		where d.space_id = take_customer_event.space and d.address_hash = private.address_hash(space, address)) then
		return jsonb_build_object('id', encode(substr(sha256(convert_to(space || E'\n' || name_of, 'UTF8')), 1, 16), 'hex')::uuid,
			'state', 'left_out', 'reason', 'never asked');
	end if;
	insert into public.customer_events as e (space_id, event, reference, at, email, name, company, locale, data, key_id)
	values (space, take_customer_event.event ->> 'event', name_of, (take_customer_event.event ->> 'at')::timestamptz, address,
		private.tidy_line(take_customer_event.event ->> 'name', 120), private.tidy_line(take_customer_event.event ->> 'company', 120),
		take_customer_event.event ->> 'locale', nullif(take_customer_event.event -> 'data', 'null'), (auth.jwt() ->> 'api_key')::uuid)
	on conflict (space_id, reference) do nothing returning e.id into made;
	if made is not null and ask is not null then
		-- It marks the events of the addresses that it asks.
		perform public.invite_customers((ask ->> 'form')::uuid, jsonb_build_array(jsonb_build_object('email', address,
			'name', take_customer_event.event ->> 'name', 'company', take_customer_event.event ->> 'company')),
			ask ->> 'subject', ask ->> 'message', 7, false);
	end if;
	-- The second one of two at once waits for the first, whose row is read here.
	select e.id, e.state, e.reason into known from public.customer_events e where e.space_id = space and e.reference = name_of;
	return to_jsonb(known);
end
$$;

grant execute on function private.take_customer_event(uuid, jsonb, jsonb) to authenticated;
