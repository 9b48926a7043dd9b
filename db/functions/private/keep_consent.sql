-- A consent is evidence: it can be revoked and never changed. Both are recorded as events.
create or replace function private.keep_consent() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
	if tg_op = 'UPDATE' then
		if old.revoked_at is not null or new.revoked_at is null
			or (new.testimonial_id, new.scope, new.wording, new.given_at) is distinct from
				(old.testimonial_id, old.scope, old.wording, old.given_at)
		then
			raise exception using errcode = '42501', message = 'A consent is never changed, only revoked.';
		end if;
		perform private.add_event(new.space_id, new.testimonial_id, 'consent_revoked', private.actor(), jsonb_build_object('scope', old.scope));
	else
		perform private.add_event(new.space_id, new.testimonial_id, 'consented', private.actor(),
			jsonb_build_object('scope', new.scope), 'consent', private.consent_text(new.scope, new.wording));
	end if;
	return new;
end
$$;

alter function private.keep_consent() owner to product_door;
