import type { PreTokenGenerationV2TriggerEvent } from 'aws-lambda';
import { userClaims } from '../contract/roles.ts';
import { lambdaEntry } from '../middleware/lambda-entry.ts';

/**
 * Cognito's pre-token-generation trigger, event version V2_0: copies the user's tenant and role into the access token,
 * which carries no attributes of itself, the address that the audit log names them by, and the name that visitors know them by. It runs at each refresh too, so that a changed role takes effect then.
 * @see design 7
 */
async function addClaims(event: PreTokenGenerationV2TriggerEvent): Promise<PreTokenGenerationV2TriggerEvent> {
  const { userAttributes } = event.request;
  const claimsToAddOrOverride = Object.fromEntries(
    [...Object.values(userClaims), 'email', 'name'].flatMap((name) => {
      const value = userAttributes[name];
      return value?.trim() ? [[name, value]] : [];
    }),
  );
  return {
    ...event,
    response: { claimsAndScopeOverrideDetails: { accessTokenGeneration: { claimsToAddOrOverride } } },
  };
}

/** Entry of Cognito's trigger. */
export const handler = lambdaEntry(addClaims, []);
