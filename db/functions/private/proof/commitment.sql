-- The hash of private.commitment_text; null for no content.
create or replace function private.commitment(secret bytea, about text, content text) returns bytea language sql stable parallel safe as $$
	select case when content is not null then sha256(convert_to(private.commitment_text(secret, about, content), 'UTF8')) end
$$;
