-- The hash of an erased address, erased words (private.erased_words) or an erased id of a source (private.source_key) in private.erased, under
-- the key of the space; null without a key, as then nothing was erased. Two spellings of one mailbox are one, and so are two of one text.
create or replace function private.erased_hash(space uuid, kind text, value text) returns bytea
language sql stable set search_path = '' as $$
	select sha256(k.key || sha256(k.key || convert_to(kind || E'\n' || case kind
		when 'address' then private.mailbox_of(coalesce(private.normalize_address(value), lower(value)))
		when 'words' then private.plain_words(value)
		else value end, 'UTF8')))
	from private.erased_keys k where k.space_id = space
$$;
