import { applyDecorators } from '@nestjs/common';
import { ApiBearerAuth, ApiSecurity, ApiUnauthorizedResponse } from '@nestjs/swagger';

/** The two ways of sending a user's token, and what comes of none. */
export const ApiUserToken = () =>
  applyDecorators(ApiBearerAuth('userToken'), ApiSecurity('userTokenHeader'), ApiUnauthorizedResponse());
