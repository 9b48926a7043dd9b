-- The key of a wording in private.part_counts.
create or replace function private.wording_key(hash bytea) returns uuid
language sql immutable strict
return encode(substring(hash from 1 for 16), 'hex')::uuid;
