-- A consent is evidence: it can be revoked and never changed. Both are recorded as events. Its own wording may become the equal one of its space.
create or replace function private.keep_consent() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
	shared text := (select w.wording from private.consent_wordings w where w.space_id = new.space_id and w.hash = new.wording_hash);
begin
	if tg_op = 'UPDATE' then
		if new.wording is null and old.wording = shared and to_jsonb(new) - 'wording' = to_jsonb(old) - 'wording' then
			return new;
		end if;
		if old.revoked_at is not null or new.revoked_at is null
			or (new.testimonial_id, new.scope, new.wording, new.wording_hash, new.given_at) is distinct from
				(old.testimonial_id, old.scope, old.wording, old.wording_hash, old.given_at)
		then
			raise exception using errcode = '42501', message = 'A consent is never changed, only revoked.';
		end if;
		perform private.add_event(new.space_id, new.testimonial_id, 'consent_revoked', private.actor(), jsonb_build_object('scope', old.scope));
	else
		perform private.add_event(new.space_id, new.testimonial_id, 'consented', private.actor(),
			jsonb_build_object('scope', new.scope), 'consent', private.consent_text(new.scope, coalesce(new.wording, shared)));
	end if;
	return new;
end
$$;
