-- Stores a wording for all consents of a space, and returns its hash. For texts of the space: nothing removes them when a testimonial is erased.
create or replace function private.share_wording(space uuid, wording text) returns bytea
language plpgsql volatile set search_path = '' as $$
declare
	digest bytea := private.hash_text($2);
begin
	insert into private.consent_wordings (space_id, hash, wording) values ($1, digest, $2) on conflict do nothing;
	return digest;
end
$$;
