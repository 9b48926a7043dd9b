-- Keeps the former consent text of a form: a visitor may still have a page with it open.
create or replace function private.keep_former_consent_text() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
	insert into private.former_consent_texts (form_id, wording, replaced_at)
	values (old.id, old.consent_text, clock_timestamp());
	return null;
end
$$;

alter function private.keep_former_consent_text() owner to product_door;
