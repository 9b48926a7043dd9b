-- Writes through the view public.consents: a new consent, or the revocation of one. Only the owner of the database may delete, as from a table. The text of an integration may name a person, so it stays
-- in its row, which an erasure removes, unless the space has the same text already.
create or replace function private.write_consent() returns trigger
language plpgsql volatile security definer set search_path = '' as $$
begin
	if tg_op = 'DELETE' then
		delete from private.consents c where c.id = old.id;
		return case when found then old end;
	end if;
	if tg_op = 'UPDATE' then
		if to_jsonb(new) - 'revoked_at' <> to_jsonb(old) - 'revoked_at' then
			raise exception using errcode = '42501', message = 'A consent is never changed, only revoked.';
		end if;
		update private.consents c set revoked_at = new.revoked_at where c.id = old.id;
		return case when found then new end;
	end if;
	if new.wording_hash is not null then
		raise exception using errcode = '428C9', message = 'cannot insert a non-DEFAULT value into column "wording_hash"',
			detail = 'Column "wording_hash" is a generated column.';
	end if;
	if new.wording is null then
		raise exception using errcode = '23502', schema = 'public', table = 'consents', column = 'wording',
			message = 'null value in column "wording" of relation "consents" violates not-null constraint';
	end if;
	new.space_id := coalesce(new.space_id, (select t.space_id from public.testimonials t where t.id = new.testimonial_id));
	new.wording_hash := private.hash_text(new.wording);
	insert into private.consents (id, space_id, testimonial_id, scope, wording, wording_hash, locale, given_at, revoked_at)
	values (new.id, new.space_id, new.testimonial_id, new.scope,
		case when not exists (select from private.consent_wordings w where w.space_id = new.space_id and w.hash = new.wording_hash)
			then new.wording end,
		new.wording_hash, new.locale, new.given_at, new.revoked_at);
	return new;
end
$$;
