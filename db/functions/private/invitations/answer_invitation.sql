-- Uses up the invitation of a personal link for a testimonial of the same form, and records the bases that it proves. It changes
-- nothing for a link that is unknown, of another form, ended, declined or used; of two answers at once, the second one finds it used.
create or replace function private.answer_invitation(token_hash bytea, form uuid, testimonial uuid, email text) returns void
language plpgsql volatile security definer set search_path = '' as $$
#variable_conflict use_variable
declare
	i record;
begin
	update public.invitations x set state = 'answered', answered_at = now(), testimonial_id = testimonial
	from private.invitation_tokens t
	where t.token_hash = token_hash and x.space_id = t.space_id and x.id = t.invitation_id and x.form_id = form
		and x.state in ('sent', 'opened') and x.expires_at > now()
		and not exists (select from private.declined_addresses d
			where d.space_id = x.space_id and d.address_hash = private.address_hash(x.space_id, x.email))
	returning x.id, x.space_id, x.email into i;
	if not found then
		return;
	end if;
	update public.customer_events e set state = 'answered' where e.space_id = i.space_id and e.invitation_id = i.id;
	perform private.note_webhook_event(i.space_id, 'invitation.answered', testimonial, i.id);
	perform private.add_verification(i.space_id, testimonial, 'invited', private.mask_address(i.email));
	-- The link reached this address by mail, so who has it reads mail there.
	if private.normalize_address(email) = i.email then
		perform private.add_verification(i.space_id, testimonial, 'email', private.mask_address(email));
	end if;
end
$$;
