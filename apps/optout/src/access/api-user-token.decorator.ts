import { applyDecorators } from '@nestjs/common';
import { ApiBearerAuth, ApiSecurity } from '@nestjs/swagger';

/** The two ways of sending a user's token. */
export const ApiUserToken = () => applyDecorators(ApiBearerAuth('userToken'), ApiSecurity('userTokenHeader'));
