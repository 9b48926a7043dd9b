-- The key of a state of invitations in the counts of parts.
create or replace function private.invitation_state_key(state text) returns uuid
language sql immutable
return md5(state)::uuid;
